import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = ['reverse-proxy', 'your-postgresql']
  .map((page) => readFileSync(join(import.meta.dirname, `../../docs/how-to/${page}.md`), 'utf8'))
  .join('\n')

/** Returns the only sample of the operating guide in that language that contains the word, letter by letter. */
export function sample(language: string, word: string): string {
  const samples = [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(
    ([, of, text = '']) => of === language && text.includes(word),
  )
  const text = samples[0]?.[2]
  if (samples.length !== 1 || text === undefined)
    throw new Error(`docs/how-to/ has ${samples.length} samples in ${language} with ${word}, not one`)
  return text
}

/** Adapts the sample to this machine; each changed passage must exist. */
export function adapted(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the sample has no ${from}`)
    return result.replaceAll(from, to)
  }, text)
}

/** Returns what the proof's command has prepared; see scripts/proof.ts. */
export function prepared(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run npm run proof`)
  return value
}
