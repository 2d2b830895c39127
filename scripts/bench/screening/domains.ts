import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDomainWithoutSuffix } from 'tldts'
import { domainFitsCompany } from '../../../domain/screening/domain.ts'
import { line, percent, type BenchResult } from '../bench-result.ts'

/** Measures real companies with their real domains, and each company with the domains of others. */
export async function measureDomains(): Promise<BenchResult[]> {
  const text = await readFile(join(import.meta.dirname, 'company-domains.txt'), 'utf8')
  const pairs = text
    .trim()
    .split(/[;\n]/)
    .map((pair) => pair.split('|'))
    .map(([company = '', domain = '']) => ({ company, domain: getDomainWithoutSuffix(domain) ?? '' }))
  const right = pairs.filter(({ company, domain }) => domainFitsCompany(domain, company))
  const turns = Array.from({ length: 20 }, (_, at) => at * 23 + 1)
  const wrong = turns.flatMap((turn) =>
    pairs.map(({ company }, at) => domainFitsCompany(pairs[(at + turn) % pairs.length]?.domain ?? '', company)),
  )
  const [passed, held] = [right.length / pairs.length, wrong.filter((fits) => !fits).length / wrong.length]
  return [
    line('right domains that pass', `${percent(passed)} of ${pairs.length}`, '≥ 95 %', passed >= 0.95),
    line('wrong domains that are held', `${percent(held)} of ${wrong.length}`, '≥ 95 %', held >= 0.95),
  ]
}
