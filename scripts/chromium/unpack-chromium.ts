import chromium from '@sparticuz/chromium'

// A separate process, because the package unpacks into TMPDIR, and sets variables when it is loaded.
console.log(await chromium.executablePath())
