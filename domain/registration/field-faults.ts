/** What may be wrong with a field, by code, with the kind of value that its sentence names. */
const parameters = {
  email: null,
  invalidCharacters: null,
  phone: null,
  vatId: null,
  wrongPassword: null,
  /** The length it has to stay below, in code points. */
  tooLong: 0,
  required: null,
  invalidValue: null,
  invalidInput: null,
  date: null,
  notMidnight: null,
  datePast: null,
  dateFar: null,
  keyDateFar: null,
  amountPositive: null,
  /** What is left, in major units. */
  amountTooMuch: { amount: 0, currency: '' },
  /** Of a refund: the subscription has no paid invoice with this number. */
  unknownInvoice: null,
  /** Of a refund: it cannot end the subscription. */
  earlierPeriod: null,
  /** How many decimals the currency has. */
  amountDecimals: 0,
}

type Parameters = typeof parameters
type FieldCode = keyof Parameters

export type FieldFault = {
  [C in FieldCode]: Parameters[C] extends null ? { code: C } : { code: C; value: Parameters[C] }
}[FieldCode]

function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(parameters, text)
}

/** The sentence of each code: the words of a page's language, or on the server the visitor's. */
export type FieldMessages = {
  readonly [C in FieldCode]: Parameters[C] extends null ? string : (value: Parameters[C]) => string
}

/** The codes that a registration or an order can have: public pages have the sentences of these alone. */
export type FormMessages = Pick<
  FieldMessages,
  'email' | 'invalidCharacters' | 'phone' | 'tooLong' | 'required' | 'invalidValue' | 'invalidInput'
>

/** What people read under the field. */
export function sentenceOf(fault: FieldFault, messages: FormMessages & Partial<FieldMessages>): string {
  const message = (messages[fault.code] ?? messages.invalidValue) as string | ((value: unknown) => string)
  return typeof message === 'string' ? message : message('value' in fault ? fault.value : undefined)
}

export type WrongField = { field: string; fault: FieldFault }

/** The fault that an issue of a shape names by its code, with the value of its sentence; null where it has a sentence of its own. */
export function faultOfIssue(issue: {
  message: string
  code?: string | undefined
  params?: unknown
}): FieldFault | null {
  if (!isFieldCode(issue.message)) return null
  const value = (issue.params as { value?: unknown } | undefined)?.value
  return { code: issue.message, ...(value === undefined ? {} : { value }) } as FieldFault
}
