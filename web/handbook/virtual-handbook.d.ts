/** The handbook in the language of the build, which scripts/build/handbook.ts creates from docs/handbook/. */
declare module 'virtual:handbook' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- TypeScript allows no relative import declaration here
  export const chapters: readonly import('../../contract/handbook.ts').Chapter[]
}
