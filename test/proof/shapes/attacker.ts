import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * The requests of one client from its own address. It counts responses until the first message, and the thread that
 * started it ends it.
 */
export type Attack = {
  port: number
  from: string
  path: string
  connections: number
  /** Requests that a connection sends without waiting; null for one after the other. */
  pipelined: number | null
  /** Whether a connection that was closed is opened again. */
  again: boolean
}
/** Responses by status, and connections by the way they ended. */
export type Seen = Record<string, number>

// A thread of its own, so that the attack's cost to its sender does not delay the client whose waits are measured.
const { port, from, path, connections, pipelined, again } = workerData as Attack
const seen: Seen = {}
const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1)
let over = false
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function pipeline(requests: number): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  // Responses are not read, unless the end of the connection must be noticed.
  if (again) socket.resume()
  else socket.pause()
  socket.on('error', () => undefined)
  socket.on('close', () => {
    count('connection ended')
    if (again && !over) pipeline(requests)
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`.repeat(requests))
}

function ask(): void {
  const next = (what: string) => {
    if (over) return
    count(what)
    ask()
  }
  const sent = get({ port, host: '127.0.0.1', localAddress: from, path, agent, headers: { host: `localhost:${port}` } })
  sent.on('response', (response) => {
    response.resume()
    response.on('close', () => next(String(response.statusCode)))
  })
  sent.on('error', () => setTimeout(next, 100, 'connection failed'))
}

for (let one = 0; one < connections; one += 1)
  if (pipelined === null) ask()
  else pipeline(pipelined)

parentPort?.once('message', () => {
  over = true
  parentPort?.postMessage(seen, [])
})
