import type { Reporter, TestModule } from 'vitest/node'

/**
 * Prints the last line of a run for programs that read it: `N passed, N failed`, and `, N skipped` if there are any.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: string) => states.filter((each) => each === state).length
    // A file that cannot be loaded has no tests, and an error outside a test belongs to none.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length
    const skipped = count('skipped') + count('pending')
    const end = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed${end}`)
  }
}
