import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `end` after the test that calls this, or after the file's tests if it is called outside a test. */
export function whenOver(end: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) afterAll(end)
  else onTestFinished(end)
}
