import { z } from 'zod'
import { brandValueFields, brandValuesOf, withValues } from '../../../domain/catalogue/brand-values.ts'
import { readBrandOverrides } from '../../../domain/catalogue/brand-shape.ts'
import { changeBrand, restoreBrand } from '../../actions/brand/change-brand.ts'
import type { AppContext } from '../../context.ts'
import type { SourceFile } from '../../file-lines.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { paginateForwards } from '../../http/calls/pagination.ts'
import { brandChangesBefore, latestBrandChange } from '../../store/admin/brand-changes.ts'
import { administratorOf } from '../caller.ts'

const noId = '00000000-0000-0000-0000-000000000000'

/** The administrators' calls about the values of the brand that they can change. */
export function brandHandlers(context: AppContext, source: SourceFile) {
  const { db, currentBrand } = context
  const lineOf = (field: string) => source.lines.get(field === 'imprint' ? 'legalPages.imprint' : field) ?? null

  async function read() {
    const latest = await latestBrandChange(db)
    return { version: latest?.number ?? 0, ...readBrandOverrides(latest?.overrides ?? {}) }
  }

  return {
    async 'GET /api/v1/settings/brand'() {
      const { version, overrides } = await read()
      return {
        version,
        file: brandValuesOf(currentBrand.file),
        overrides,
        lines: Object.fromEntries(brandValueFields.map((field) => [field, lineOf(field)])) as Record<
          (typeof brandValueFields)[number],
          number | null
        >,
      }
    },

    async 'POST /api/v1/settings/brand'({ body }, call) {
      await changeBrand(context, administratorOf(call), body)
    },

    async 'GET /api/v1/settings/brand/changes'({ query }, call) {
      const changes = await paginateForwards(query, call, {
        order: 'brand',
        key: z.string().regex(/^[1-9]\d{0,8}$/),
        read: (after, limit) => brandChangesBefore(db, after && Number(after.key), limit),
        cursorOf: ({ number }) => ({ key: String(number), id: noId }),
      })
      return changes.map(({ number, at, by, changes: changed, restored }) => ({
        number,
        at: at.toISOString(),
        by,
        changes: changed,
        restored,
      }))
    },

    async 'POST /api/v1/settings/brand/restore'({ body }, call) {
      await restoreBrand(context, administratorOf(call), body)
    },

    async 'GET /api/v1/settings/brand/file'(_, { reply }) {
      const { overrides } = await read()
      return reply
        .header('content-disposition', 'attachment; filename="brand.json"')
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(withValues(source.content, overrides), null, 2)}\n`) as never
    },
  } satisfies Partial<Handlers>
}
