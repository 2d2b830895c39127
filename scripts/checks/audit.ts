import { run, type Outcome } from '../run.ts'

type Report = {
  message?: string
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

/**
 * Reports known high or critical vulnerabilities in packages that run in production. Without the registry there is no
 * result.
 */
export async function auditPackages(): Promise<Outcome & { note?: string }> {
  const npm = process.env['npm_execpath']
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000']
  const { output } = await (npm === undefined ? run('npm', args) : run(process.execPath, [npm, ...args]))
  return judgeAudit(output)
}

export function judgeAudit(output: string): Outcome & { note?: string } {
  const start = output.indexOf('{')
  const report = (start < 0 ? {} : JSON.parse(output.slice(start, output.lastIndexOf('}') + 1))) as Report
  if (report.vulnerabilities === undefined) return { ok: true, output: '', note: 'not asked: no registry answered' }
  const grave = Object.values(report.vulnerabilities).filter(({ severity }) => /high|critical/.test(severity))
  return { ok: grave.length === 0, output: grave.map(({ name, severity }) => `${name}: ${severity}`).join('\n') }
}
