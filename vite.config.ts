import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two builds share this: the browser's files, and the server's renderer with React inside. scripts/build.ts runs them. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: isSsrBuild === true ? renderer : browser,
  ssr: { noExternal: true, target: 'node' },
}))

const browser = {
  target: 'baseline-widely-available',
  // light-dark() stays as it is written.
  cssTarget: 'esnext',
  manifest: true,
  sourcemap: false,
  // The content security policy allows no data: addresses for fonts and styles.
  assetsInlineLimit: 0,
  modulePreload: false,
  reportCompressedSize: false,
  rolldownOptions: {
    // The stylesheet is an entry of its own: pages that are plain strings link it without any script.
    input: ['web/client.tsx', 'web/shop.css'],
  },
}

const renderer = {
  target: 'node24',
  minify: false,
  sourcemap: false,
  emitAssets: false,
  reportCompressedSize: false,
  rolldownOptions: { output: { entryFileNames: 'entry.js' } },
}
