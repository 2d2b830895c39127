import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { startStripeSimulator } from './simulator.ts'

const usage = `Usage: npm start -w stripe-simulator -- [options]
  --folder data/stripe   where the data is stored
  --port 12111           the port of the API
  --pages 12112          the port of the pages for people
  --webhook URL          where events are sent; nowhere unless given
  --events LIST          the types of the events that are sent, with commas; all unless given
  --secret whsec_…       what events are signed with
  --key sk_test_…        the secret key that requests must bear`

/** Starts the simulator on the machine's clock, with a separate server for its pages, and runs until it is stopped. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: 'data/stripe' },
      port: { type: 'string', default: '12111' },
      pages: { type: 'string', default: '12112' },
      webhook: { type: 'string', default: '' },
      events: { type: 'string', default: '*' },
      secret: { type: 'string', default: 'whsec_simulator' },
      key: { type: 'string', default: 'sk_test_simulator' },
    },
  })
  const { webhook: url, events, secret, key, folder } = values
  const publicUrl = `http://localhost:${values.pages}`
  const simulator = await startStripeSimulator({
    folder,
    now: () => new Date(),
    publicUrl,
    webhook: { url, secret, events: events.split(',') },
    key,
    port: Number(values.port),
    faults: url === '' ? { delivery: () => 'lost' } : {},
  })
  const pages = createServer((request, response) => {
    void simulator.handle(request, response).then((done) => done || response.writeHead(404).end())
  })
  pages.listen(Number(values.pages), '127.0.0.1')
  simulator.begin()
  console.log(`API ${simulator.apiBase}, key ${key}, pages ${publicUrl}/sandbox/payment`)
  const stop = () => {
    pages.closeAllConnections()
    pages.close()
    void simulator.stop()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 1
}
