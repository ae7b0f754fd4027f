/** The code of `helper.ts`, as a script that has a global `fencepostHelper`; bundled by `scripts/member.mjs`. */
declare module 'fencepost:helper' {
  export const code: string;
}
