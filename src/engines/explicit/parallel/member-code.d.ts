/** The code of `member.ts`, as a script that has a global `fencepostMember`; bundled by `scripts/member.mjs`. */
declare module 'fencepost:member' {
  export const code: string;
}
