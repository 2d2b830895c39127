import { commentFault, readEndDate, searchFault } from '../../../domain/registration/admin-input.ts'
import { sentenceOf, type FieldFault } from '../../../domain/registration/field-faults.ts'
import { allFieldMessages } from '#words/forms/all-fields.ts'

/** Returns the sentence for the fault of an administrator's input; null if it is valid. */
const sentence = (fault: FieldFault | null) => fault && sentenceOf(fault, allFieldMessages)

export const commentProblem = (comment: string): string | null => sentence(commentFault(comment))
export const searchProblem = (search: string): string | null => sentence(searchFault(search))

export function endDateProblem(endDate: string, now: Date): string | null {
  const read = readEndDate(endDate, now)
  return 'fault' in read ? sentence(read.fault) : null
}
