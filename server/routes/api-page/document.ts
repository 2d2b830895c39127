/** The parts of the OpenAPI 3.1 document (server/http/calls/openapi.ts) that its page shows. */
export type Schema = {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
}

type Content = Record<string, { schema?: Schema }>

export type Parameter = { name: string; in: string; required: boolean; schema: Schema; description?: string }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: Parameter[]
  security: Record<string, string[]>[]
  requestBody?: { content: Content; required?: boolean }
  responses: Record<string, { description: string; content?: Content }>
}

export type ApiDocument = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { description: string; type: string; in?: string; name?: string }> }
}
