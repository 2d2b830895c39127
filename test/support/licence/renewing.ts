// A program in its own process: `node renewing.ts <options as JSON>`. It renews `times` times, or prints "received" as soon as the
// server has answered and then hangs, so that a test can kill it between the server's write and its own.
import { createClient } from '../../../sandbox/client/client.ts'

const { client, now, times, stopAfterAnswer } = JSON.parse(process.argv[2] ?? '') as {
  client: Parameters<typeof createClient>[0]
  now: number
  times: number
  stopAfterAnswer: boolean
}

async function answerAndStop(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const copy = response.clone()
  if (!(await copy.text()).includes('use_dpop_nonce')) {
    console.log('received')
    setInterval(() => undefined, 1000)
    await new Promise(() => undefined)
  }
  return response
}

const program = createClient({ ...client, now: () => now, ...(stopAfterAnswer ? { fetch: answerAndStop } : {}) })
for (let count = 0; count < times; count += 1) console.log((await program.renew({ force: true })).state)
