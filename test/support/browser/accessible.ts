import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright'
import { findScreen, type ScreenName } from '../../../contract/screens.ts'
import { root } from '../../../scripts/run.ts'

/** The minified file: a page reads it in less time than the one that the package exports. */
const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Rules about colours; no other rule can find anything new when the scheme changes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Fails if axe finds anything in the page as it is, by all of its rules in light colours and by those about colours in
 * dark ones. `screen` is the page's screen in the site map; null for a page beside it. `part` is a selector of what to
 * examine, in light colours only, for a state whose other parts were examined before. Frames are excluded because they
 * show other sites. A run takes about a second: examine a screen where it shows most, and of its other states what is
 * new in them.
 */
export async function accessible(page: Page, screen: ScreenName | null, part?: string): Promise<void> {
  if (screen !== null) assert.equal(findScreen(new URL(page.url()).pathname).name, screen)
  await page.evaluate(() => document.fonts.ready)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  if (part === undefined) {
    await setColours(page, 'dark')
    assert.deepEqual(await violationsIn(page, part, ofColours), [], 'dark')
    // The scheme of the other tests.
    await setColours(page, 'light')
  }
  assert.deepEqual(await violationsIn(page, part), [], 'light')
}

async function setColours(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // Colours during the transition between the schemes do not count.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })
}

/** Returns the violations of the named rules, or of all, one per element. */
async function violationsIn(page: Page, part?: string, rules?: readonly string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    ({ context, values }) =>
      (window as unknown as { axe: typeof axe }).axe.run(context ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        // Only a rule about sound needs what this would load, and no page has any.
        preload: false,
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      }),
    { context: part, values: rules },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? node.html}`),
  )
}
