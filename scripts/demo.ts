import { parseArgs } from 'node:util'
import { demoLicence } from './demo/licence.ts'
import { runScript } from './run.ts'

const usage = `npm run demo -- [licence] [--forward 20d] [--offline] [--copy] [--proxy-403] [--code]

Starts a temporary shop, and a program that signs in to it. Open the address that it prints.
--forward: then advances the clocks of shop and computer. --offline: then stops the shop for 15 days. --copy: then also runs the
program on a copy of the disk. --proxy-403: then lets a proxy answer instead of the shop. --code: signs in by a typed code.`

await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      forward: { type: 'string' },
      offline: { type: 'boolean', default: false },
      copy: { type: 'boolean', default: false },
      'proxy-403': { type: 'boolean', default: false },
      code: { type: 'boolean', default: false },
    },
  })
  const forward = values.forward === undefined ? null : Number(/^([1-9]\d{0,2})d$/.exec(values.forward)?.[1])
  // The only demonstration, so its name can be left out.
  const isLicence = ['', 'licence'].includes(positionals.join(' '))
  if (!isLicence || Number.isNaN(forward)) throw new Error(usage)
  await demoLicence({
    forward,
    offline: values.offline,
    copy: values.copy,
    proxy: values['proxy-403'],
    code: values.code,
  })
})
