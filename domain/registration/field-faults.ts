/** The faults of a field, by code, with the kind of value in their sentence. */
const parameters = {
  email: null,
  invalidCharacters: null,
  phone: null,
  vatId: null,
  pageAddress: null,
  wrongPassword: null,
  /** The length below which it must stay, in code points. */
  tooLong: 0,
  required: null,
  invalidValue: null,
  invalidInput: null,
  date: null,
  notMidnight: null,
  datePast: null,
  dateFar: null,
  keyDateFar: null,
  /** The start of a time is not before its end. */
  startNotBeforeEnd: null,
  amountPositive: null,
  /** The remaining amount, in major units. */
  amountTooMuch: { amount: 0, currency: '' },
  /** For a refund: the subscription has no paid invoice with this number. */
  unknownInvoice: null,
  /** For a refund: it cannot end the subscription. */
  earlierPeriod: null,
  /** The decimals of the currency. */
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

/** The sentence of each code: in a page's language, or on the server in the visitor's. */
export type FieldMessages = {
  readonly [C in FieldCode]: Parameters[C] extends null ? string : (value: Parameters[C]) => string
}

/** The codes that a registration or an order can have. Public pages contain only these sentences. */
export type FormMessages = Pick<
  FieldMessages,
  'email' | 'invalidCharacters' | 'phone' | 'tooLong' | 'required' | 'invalidValue' | 'invalidInput'
>

/** Returns the sentence below a field. */
export function sentenceOf(fault: FieldFault, messages: FormMessages & Partial<FieldMessages>): string {
  const message = (messages[fault.code] ?? messages.invalidValue) as string | ((value: unknown) => string)
  return typeof message === 'string' ? message : message('value' in fault ? fault.value : undefined)
}

export type WrongField = { field: string; fault: FieldFault }

/**
 * Returns the fault whose code an issue of a schema contains, with the value of its sentence; null if the issue has
 * another message.
 */
export function faultOfIssue(issue: {
  message: string
  code?: string | undefined
  params?: unknown
}): FieldFault | null {
  if (!isFieldCode(issue.message)) return null
  const value = (issue.params as { value?: unknown } | undefined)?.value
  return { code: issue.message, ...(value === undefined ? {} : { value }) } as FieldFault
}
