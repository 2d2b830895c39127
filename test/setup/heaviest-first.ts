import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Screens take longest by far, then the largest files. They start first, so that the end of the run does not wait for one. */
export class HeaviestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weights = new Map(files.map((file) => [file, weightOf(file.moduleId)]))
    return Promise.resolve(files.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0)))
  }
}

const weightOf = (file: string) => statSync(file).size * (file.includes('/test/screens/') ? 3 : 1)
