import type { Random } from './random.ts'

/** Administrators' comments on their acts, each of which fits its kind. */
const reasons = {
  cancel: [
    'Asked by phone, ticket {n}',
    'Moved to the site licence, order {n}',
    'Left the company; their manager wrote, ticket {n}',
    'Duplicate of another account, merged under ticket {n}',
    'Bought by mistake, see mail of case {n}',
    'Project ended, contract {n} closed',
    'No reply after three reminders, case {n}',
  ],
  undo: ['Cancelled the wrong person, ticket {n}', 'Stays after all, ticket {n}', 'Order {n} was renewed late'],
  extend: [
    'Evaluation takes longer: their IT needed two weeks, ticket {n}',
    'Agreed by sales, opportunity {n}',
    'Made up for the outage, case {n}',
    'Waiting for purchase order {n}',
    'Training moved, see ticket {n}',
  ],
  comment: [
    'Called back, happy with the answer, ticket {n}',
    'Wants a quote for ten seats, opportunity {n}',
    'Prefers mails to their assistant, see case {n}',
    'Uses it on a virtual machine, see ticket {n}',
    'Invoice address differs, order {n}',
  ],
  refund: [
    'Charged after they had asked to end it, ticket {n}',
    'Could not install it, case {n}',
    'Outage of the licence server, case {n}',
    'Ordered for the wrong colleague, ticket {n}',
    'Agreed by their account manager, opportunity {n}',
  ],
  approve: ['Spoke to their compliance office, case {n}', 'Contractor of that company, letter on file, case {n}'],
  refuse: ['Could not say who they work for, case {n}', 'Name and birth date match, case {n}'],
} as const

export function remark(random: Random, about: keyof typeof reasons): string {
  return random.of(reasons[about]).replace('{n}', String(random.from(10_000, 99_999)))
}
