/** The handbook in the language of the build, as scripts/build/handbook.ts makes it of docs/handbook/. */
declare module 'virtual:handbook' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- TypeScript allows no relative import declaration here
  export const chapters: readonly import('../../contract/handbook.ts').Chapter[]
}
