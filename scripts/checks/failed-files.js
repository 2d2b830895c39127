/** A reporter of the test runner: the file of each test that failed, one a line. */
// oxlint-disable-next-line import/no-default-export -- the runner takes a reporter from the default export
export default async function* failedFiles(events) {
  const named = new Set()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || data.file === undefined || named.has(data.file)) continue
    named.add(data.file)
    yield `${data.file}\n`
  }
}
