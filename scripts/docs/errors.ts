import { errorCodes, fieldErrorCodes, type ErrorCode } from '../../contract/error-codes.ts'
import { contract } from '../../contract/contract.ts'
import { errorMessages } from '../../i18n/en/errors.ts'
import { allFieldMessages } from '../../i18n/en/forms/all-fields.ts'
import { generatedNotice, table } from './markdown.ts'

/** `docs/reference/errors.md`. */
export function errorsPage(): string {
  const statuses = Map.groupBy(Object.keys(errorCodes) as ErrorCode[], (code) => errorCodes[code][0])
  const sections = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, codes]) => {
      const rows = codes
        .toSorted()
        .map((code) => [`<a id="${code}"></a>\`${code}\``, errorCodes[code][1], errorMessages[code], callsWith(code)])
      return `## ${status}\n\n${table(['Code', 'Title', 'English message', 'Calls'], rows)}\n`
    })
  const fields = Object.entries(fieldErrorCodes).map(([name, code]) => {
    const message: unknown = allFieldMessages[name as keyof typeof fieldErrorCodes]
    return [`\`${code}\``, typeof message === 'string' ? message : 'Names the limit']
  })
  return `# Errors

${generatedNotice}

Every error is JSON. \`code\` stays the same; \`message\` is in the language of the reader and can change.

\`\`\`json
{
  "message": "Email address is not valid",
  "code": "INVALID_INPUT",
  "errors": [{ "field": "email", "code": "INVALID_EMAIL", "message": "Email address is not valid" }],
  "requestId": "0f4c1a5e-4f7e-4a52-9f2e-6a1c1e0a7d10"
}
\`\`\`

A program with an API key, or one that sends \`Accept: application/problem+json\`, gets problem details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): the same members and \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\`. \`type\` is \`urn:tillhouse:error:\` and the code. \`title\` is always English. \`instance\` is left out if the URL could name a person.

\`requestId\` is also in the log of the server. If an act comes too late, \`changedBy\` and \`changedAt\` name the change before it. \`/openapi.json\` lists the codes of each call. [Call the API from a script](../how-to/call-the-api.md#when-a-call-is-refused) says what to do about those that a script meets.

${sections.join('\n')}
## Fields

The codes in \`errors\`:

${table(['Code', 'English message'], fields)}
`
}

/** Returns the calls that declare a code; the others follow from what every call checks. */
function callsWith(code: ErrorCode): string {
  const calls = Object.entries(contract).flatMap(([name, { errors }]) =>
    (errors as readonly ErrorCode[]).includes(code) ? [`\`${name}\``] : [],
  )
  return calls.join('<br>')
}
