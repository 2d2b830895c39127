import chromium from '@sparticuz/chromium'

// A process of its own: the package unpacks into TMPDIR, and sets variables for itself when it is loaded.
console.log(await chromium.executablePath())
