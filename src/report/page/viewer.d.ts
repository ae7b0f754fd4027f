/** What the build makes of `src/report/browser`: the script and the style sheet of a report page, as text. */
declare module 'fencepost:viewer' {
  export const script: string;
  export const style: string;
}
