import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the browser tests, which take longest, first, then the largest files, so that the run does not end with a long
 * one.
 */
export class HeaviestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weights = new Map(files.map((file) => [file, weightOf(file.moduleId)]))
    return Promise.resolve(files.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0)))
  }
}

const weightOf = (file: string) => statSync(file).size * (file.includes('/test/screens/') ? 3 : 1)
