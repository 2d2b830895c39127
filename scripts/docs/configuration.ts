import { variablesInWords } from '../../server/app/config/describe-variables.ts'
import { generatedNotice, table } from './markdown.ts'

/** `docs/reference/configuration.md`. */
export function configurationPage(): string {
  const groups = variablesInWords().map(({ title, note, variables }) => {
    const rows = variables.map(({ name, fallback, meaning }) => [`<a id="${name}"></a>\`${name}\``, fallback, meaning])
    return `## ${title}\n${note === undefined ? '' : `${note}\n`}\n${table(['Variable', 'Default', 'Meaning'], rows)}\n`
  })
  return `# Configuration

${generatedNotice}

Everything is an environment variable. The server checks all of them when it starts. If a value is invalid, or if two variables contradict each other, the server does not start and lists every invalid variable.

- The server does not read a \`.env\` file. \`node --env-file=.env …\` and service managers do. \`.env.example\` is a template with every variable.
- Each variable can also be given as \`NAME_FILE\`, the path of a file that contains the value: \`SECRET_FILE=/run/secrets/tillhouse\`. Whitespace around the value is removed. A variable that is set both ways is refused.
- \`npm run doctor -- --variables\` prints this list with the state of each variable, without values.

${groups.join('\n')}`
}

/** `.env.example`: each variable as a comment, with its meaning. */
export function environmentExample(): string {
  const groups = variablesInWords().map(({ title, note, variables }) => {
    const entries = variables.flatMap(({ name, fallback, meaning, example }) => [
      ...wrapped(`${meaning} Default: ${fallback}.`),
      `# ${name}=${example}`,
      '',
    ])
    return [`# --- ${title} ---`, ...(note === undefined ? [] : wrapped(note)), '', ...entries].join('\n')
  })
  return `# Generated from the code by \`npm run docs\`. Every variable of this version; commented values are defaults or examples.
# The server does not read this file. Pass it to your service manager, or to Node:
#   node_modules/.bin/node --env-file=.env --import ./server/app/process/compile-cache.js --max-semi-space-size=4 dist/server/main.js
# Each variable can also be given as NAME_FILE, the path of a file with the value: SECRET_FILE=/run/secrets/tillhouse

${groups.join('\n').trimEnd()}
`
}

/** A sentence as comment lines of at most 120 characters. */
function wrapped(text: string): string[] {
  const lines = ['#']
  for (const word of text.replaceAll('`', '').split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}
