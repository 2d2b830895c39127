import { readConfig, type Config } from '../../server/app/config/config.ts'
import { secret, type TestShop } from './given.ts'

/** The settings with which an operator's command finds a running shop. */
export const settingsOf = ({ url, dataDir, databaseUrl }: Pick<TestShop, 'url' | 'dataDir' | 'databaseUrl'>) => ({
  PORT: new URL(url).port,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SECRET: secret,
})

/** Runs an operator's command with these settings, and returns the lines that it prints. */
export async function linesOf(
  settings: Record<string, string>,
  command: (config: Config, print: (line: string) => void) => Promise<unknown>,
): Promise<string[]> {
  const lines: string[] = []
  await command(readConfig(settings), (line) => void lines.push(line))
  return lines
}
