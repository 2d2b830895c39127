import type { FastifyError } from 'fastify'
import { isId } from '../../../../contract/rows/input.ts'
import type { Output } from '../../../../contract/contract.ts'
import { refuse } from '../../../../contract/errors.ts'
import type { Call } from '../../../http/calls/contract-routes.ts'
import { answerError } from '../../../http/errors.ts'

type Results = Output<'POST /api/v1/subscriptions/bulk'>

/**
 * Performs an act for each id, one after the other and independently, and returns the results in the requested order.
 */
export async function forEach(
  ids: readonly string[],
  call: Call,
  act: (id: string) => Promise<unknown>,
): Promise<Results> {
  // An id that occurs twice is processed once.
  const results = new Map<string, Results[number]>()
  for (const id of new Set(ids)) {
    try {
      if (!isId(id)) refuse('NOT_FOUND')
      await act(id)
      results.set(id, { id, status: 200 })
    } catch (error) {
      // Earlier ones are done, so each has its own result.
      const { status, body } = answerError(error as FastifyError, call.request)
      results.set(id, { id, status, code: body.code, message: body.message })
    }
  }
  return ids.flatMap((id) => results.get(id) ?? [])
}
