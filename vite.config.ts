import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { handbook } from './scripts/build/handbook.ts'
import { vendorTexts } from './scripts/build/texts.ts'

/**
 * The browser's files, and the server's renderer with React inside, each once per language: Vite's mode is the
 * language, a condition under which `#words/…` resolves to that language's folder. scripts/build/build.ts runs them.
 * For `npm run dev`, scripts/dev/vite.ts serves the sources instead.
 */
export default defineConfig(({ command, isSsrBuild, mode: language }) => ({
  appType: 'custom',
  publicDir: false,
  logLevel: 'warn',
  plugins: [vendorTexts(), react(), handbook(language)],
  define: command === 'build' ? constants(isSsrBuild === true) : {},
  resolve: { conditions: [language, ...defaultClientConditions] },
  build: isSsrBuild === true ? renderer(language) : browser(language),
  ssr: {
    noExternal: command === 'build' || [],
    target: 'node',
    resolve: { conditions: [language, ...defaultServerConditions] },
  },
}))

/** Files that pages load together are combined: twenty small ones are larger, compressed one by one. */
const groups = [
  // Only shops with their own texts load the script that sets them.
  { name: 'shell', test: /(?<!\/vendor-texts)\.[jt]sx?$/, tags: ['$initial' as const] },
  // What almost every page of the shop shows.
  {
    name: 'shop',
    test: /\/domain\/(limits|catalogue\/plan|subscription\/(situation|subscription))\.ts$|\/contract\/forms\/(form-call|subscription-forms)\.ts$|\/web\/(billing\/payment|shop\/(plan-conditions|account\/manage-button))\.tsx?$|\/i18n\/\w+\/forms\/fields\.ts$|\/web\/(ui\/(fields\/(checkbox|error-summary|field|select|text-field)|loading\/skeleton|panel|links\/link-button)|forms\/(page-form|kept-values|posted-problem))\.tsx?$/,
  },
  // Prices and what is bought, on the plans, the order and the account.
  {
    name: 'offers',
    test: /\/domain\/catalogue\/(offers|price-comparison)\.ts$|\/i18n\/\w+\/shop\/(plans|order)\.ts$|\/web\/shop\/plans\/period-switch\.tsx$/,
  },
  // The forms for registering and buying.
  {
    name: 'form',
    test: /\/domain\/(lists\/(states|industries|job-roles|countries|regions)|registration\/(registration|phone|field-faults))\.ts$|\/i18n\/\w+\/forms\/(countries|choices)\.ts$|\/web\/(client\/countries|forms\/(use-form|form-problems|registration\/fields\/(registration-fields|terms-label|state-field|use-email-lookup|email-note)))\.tsx?$|\/contract\/(shapes\/known-values|forms\/registering)\.ts$/,
  },
  { name: 'popover', test: /\/web\/ui\/overlays\/(use-popover|place)\.ts$/ },
  { name: 'picker', test: /\/web\/ui\/picker\// },
]

/** Values known at build time: the code for the other case is removed. */
const constants = (onServer: boolean) => ({
  'process.env.NODE_ENV': '"production"',
  ...(onServer
    ? {}
    : { 'typeof window': '"object"', 'typeof document': '"object"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
})

const browser = (language: string) => ({
  target: 'baseline-widely-available',
  // light-dark() stays as it is written.
  cssTarget: 'esnext',
  manifest: `.vite/manifest.${language}.json`,
  sourcemap: false,
  // The content security policy allows no data: addresses for fonts and styles.
  assetsInlineLimit: 0,
  // The server's pages preload what they need, so no chunk preloads others.
  modulePreload: { resolveDependencies: () => [] },
  reportCompressedSize: false,
  rolldownOptions: {
    preserveEntrySignatures: 'strict' as const,
    // The stylesheet is a separate entry: pages rendered from strings link it without any script.
    input: ['web/app/client.tsx', 'web/app/vendor-texts.ts', 'web/styles/shop.css'],
    output: { codeSplitting: { groups } },
  },
})

const renderer = (language: string) => ({
  target: 'node24',
  minify: true,
  sourcemap: false,
  emitAssets: false,
  reportCompressedSize: false,
  // One letter that is not Latin-1 would make the engine store all of it with two bytes per letter. One file, because
  // another query loads all of it again, with the texts of another vendor.
  rolldownOptions: {
    output: { entryFileNames: `entry.${language}.js`, charset: 'ascii' as const, codeSplitting: false },
  },
})
