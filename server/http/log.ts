/**
 * Log lines for the standard output. Those of one turn of the event loop leave together: a system call a line would be
 * the dearest part of a light request. What is still waiting when the process ends is written then.
 */
export function createLineLog(out: NodeJS.WriteStream = process.stdout): { write(line: string): void } {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') out.write(text)
  }
  // Whoever read the log may have gone; the shop goes on.
  out.on('error', () => undefined)
  process.once('exit', flush)
  return {
    write(line) {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
  }
}
