import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { findScreen, type ScreenName } from '../../../contract/screens.ts'

/** Rules about colours; no other rule can find anything new when the scheme changes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Fails if axe finds anything in the page as it is, by all of its rules in light colours and by those about colours in
 * dark ones. `screen` is the page's screen in the site map; null for a page beside it. `part` is a selector of what to
 * examine, for a state whose other parts were examined before. Frames are excluded because they show other sites.
 */
export async function accessible(page: Page, screen: ScreenName | null, part?: string): Promise<void> {
  if (screen !== null) assert.equal(findScreen(new URL(page.url()).pathname).name, screen)
  await page.evaluate(() => document.fonts.ready)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Light comes last: it is the scheme of the other tests.
  for (const [colorScheme, rules] of [
    ['dark', ofColours],
    ['light', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // Colours during the transition between the schemes do not count.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    })
    assert.deepEqual(await violationsIn(page, part, rules), [], colorScheme)
  }
}

/** Returns the violations of the named rules, or of all, one per element. */
async function violationsIn(page: Page, part?: string, rules?: readonly string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    ({ context, values }) =>
      (window as unknown as { axe: typeof axe }).axe.run(context ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      }),
    { context: part, values: rules },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary ?? node.html}`),
  )
}
