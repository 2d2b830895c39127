import { ConfigError } from '../../config-error.ts'
import { readConfig, type Config } from '../config/config.ts'

/**
 * Runs an operator's command, which prints lines. If it fails, prints only the error's message, and the process exits
 * with 1.
 */
export async function runCommand(
  command: (args: string[], config: Config, say: (line: string) => void) => Promise<unknown>,
): Promise<void> {
  try {
    await command(process.argv.slice(2), readConfig(), (line) => void process.stdout.write(`${line}\n`))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${error instanceof ConfigError ? `The configuration is wrong:\n${message}` : message}\n`)
    process.exitCode = 1
  }
}
