import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigError } from '../../config-error.ts'
import { readConfig, type Config } from '../config/config.ts'

/** Returns the options and the other arguments of a command. Throws its usage if an option is unknown or there are more. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: Options,
  maxWords = 0,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length <= maxWords) return { values, words: positionals }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new Error(usage)
}

/** Runs a command. `--help` prints its usage. If it fails, prints only the error's message, and the process exits with 1. */
export async function run(usage: string, command: (args: string[]) => Promise<unknown>): Promise<void> {
  // A reader such as `head` may close the pipe: the command still completes.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void process.stdout.write(`${usage}\n`)
  try {
    await command(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof ConfigError ? `The configuration is invalid:\n${message}` : message}\n`)
    process.exitCode = 1
  }
}

/** Runs an operator's command, which needs the configuration and prints lines. */
export function runCommand(
  usage: string,
  command: (args: string[], config: Config, say: (line: string) => void) => Promise<unknown>,
): Promise<void> {
  return run(usage, (args) => command(args, readConfig(), (line) => void process.stdout.write(`${line}\n`)))
}
