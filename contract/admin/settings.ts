import { z } from 'zod'
import { languageCode } from '../shapes/language.ts'
import { auditedFields } from '../../domain/audit.ts'
import { brandOverridesShape, brandValuesShape } from '../../domain/catalogue/brand-shape.ts'
import { brandValueFields } from '../../domain/catalogue/brand-values.ts'
import { brandFields, legalDocuments } from '../../domain/catalogue/brand.ts'
import { requestLimits } from '../../domain/limits.ts'
import { mailKinds } from '../../domain/mail.ts'
import { adminAreaRoles } from '../../domain/account/role.ts'
import { newEmail } from '../users.ts'
import { pageParams } from '../rows/input.ts'
import { row } from '../rows/row.ts'

/** The line of a value in its file, as read at the start; null if the file does not contain it. */
const line = z.int().nullable()
const bySample = z.object({ id: z.string().regex(/^[a-z-]{1,40}-[1-9]\d?$/) })
const inLanguage = z.strictObject({ language: languageCode.default('en') })

const byMember = z.object({ id: z.uuid() })
const adminRole = z.enum(adminAreaRoles)
/** The language of the activation email, if one is sent. */
const mailLanguage = languageCode

const lineOfBrandValue = Object.fromEntries(brandValueFields.map((field) => [field, line])) as Record<
  (typeof brandValueFields)[number],
  typeof line
>

/** The number of the newest change of the brand; 0 without one. */
const brandVersion = z.int().min(0).max(2_147_483_647)

/** The rows of the settings: the configuration of the shop, and samples of its emails. */
export const settingsRows = {
  'GET /api/v1/settings': row({
    who: 'administrator',
    operation: 'getShopSettings',
    summary: 'Get the brand, the legal documents and where they are set',
    description: 'Each value with the line of its file. No key or secret is among them.',
    errors: [],
    output: z.object({
      /** The files that `BRAND` and `CATALOGUE` name. */
      files: z.object({ brand: z.string(), catalogue: z.string() }),
      /** `isChanged`: the value, or a part of it, was changed in the browser and overrides the file. */
      brand: z.array(
        z.object({ field: z.enum(brandFields), value: z.string().nullable(), line, isChanged: z.boolean() }),
      ),
      documents: z.array(
        z.object({
          key: z.enum(legalDocuments),
          title: z.string(),
          address: z.string(),
          version: z.string(),
          /** One of the sandbox, which does not exist in production. */
          isSample: z.boolean(),
          line,
        }),
      ),
      /** Where the catalogue file states each plan. */
      plans: z.array(z.object({ name: z.string(), line })),
    }),
  }),
  'GET /api/v1/settings/brand': row({
    who: 'administrator',
    operation: 'getBrand',
    summary: 'Get the values of the brand that can be changed',
    description: 'Those of the brand file, and those that were changed and win over them.',
    errors: [],
    output: z.object({
      version: brandVersion,
      file: brandValuesShape,
      overrides: brandOverridesShape,
      /** The line of each value in the brand file. */
      lines: z.object(lineOfBrandValue),
    }),
  }),
  'POST /api/v1/settings/brand': row({
    who: 'administrator',
    operation: 'changeBrand',
    summary: 'Change the brand',
    description:
      '`values` are all values that take precedence over the brand file; for a value that is left out, the file applies again. `version` is the one that the caller has read; the status is 409 if there is a newer one. Pages and emails of this instance have the new values immediately, those of other instances within seconds.',
    errors: ['BRAND_CHANGED'],
    bodyBytes: requestLimits.brandBytes,
    body: z.strictObject({ version: brandVersion, values: brandOverridesShape }),
    output: null,
    confirmed: true,
  }),
  'GET /api/v1/settings/brand/changes': row({
    who: 'administrator',
    operation: 'listBrandChanges',
    summary: 'List the changes of the brand',
    description: 'Newest first. The `Link` header has the next page.',
    errors: [],
    query: z.strictObject(pageParams),
    output: z.array(
      z.object({
        number: z.int(),
        at: z.iso.datetime(),
        /** Empty once the administrator is erased. */
        by: z.string(),
        /** As in the audit. */
        changes: z.array(z.object({ field: z.enum(auditedFields), before: z.string(), after: z.string() })),
        /** The change whose values were restored, 0 for those of the brand file; null for any other change. */
        restored: z.int().nullable(),
      }),
    ),
  }),
  'POST /api/v1/settings/brand/restore': row({
    who: 'administrator',
    operation: 'restoreBrand',
    summary: 'Restore an earlier version of the brand',
    description: 'The values of the change `number` are saved as a new change; 0 restores those of the brand file.',
    errors: ['BRAND_CHANGED', 'NOT_FOUND'],
    body: z.strictObject({ version: brandVersion, number: brandVersion }),
    output: null,
    confirmed: true,
  }),
  'GET /api/v1/settings/brand/file': row({
    who: 'administrator',
    operation: 'exportBrand',
    summary: 'Export the brand as a brand file',
    description: 'The brand file with what was changed. Pictures stay names of files beside it.',
    errors: [],
    output: z.record(z.string(), z.unknown()),
    navigation: true,
  }),
  'GET /api/v1/settings/mails': row({
    who: 'administrator',
    operation: 'listSampleMails',
    summary: 'List samples of the emails that are sent',
    description: 'Every email in each of its versions, with made-up facts. Use an `id` to see one or to send it.',
    errors: [],
    query: inLanguage,
    output: z.array(z.object({ id: z.string(), kind: z.enum(mailKinds), subject: z.string() })),
  }),
  'GET /api/v1/settings/mails/{id}': row({
    who: 'administrator',
    operation: 'getSampleMail',
    summary: 'Get the subject and the text part of a sample',
    errors: [],
    path: bySample,
    query: inLanguage,
    output: z.object({ subject: z.string(), text: z.string() }),
  }),
  'GET /api/v1/settings/mails/{id}/html': row({
    who: 'administrator',
    operation: 'showSampleMail',
    summary: 'Get a sample as an email program shows it',
    errors: [],
    path: bySample,
    query: inLanguage,
    file: 'text/html',
    output: null,
  }),
  'POST /api/v1/settings/mails/{id}/test': row({
    who: 'administrator',
    operation: 'sendTestMail',
    summary: 'Send a sample to oneself',
    description: 'It goes to the caller’s own address, with “Test:” before its subject.',
    errors: ['MAIL_LIMIT'],
    path: bySample,
    body: z.strictObject({ language: languageCode }),
    output: null,
  }),
  'GET /api/v1/settings/team': row({
    who: 'administrator',
    operation: 'listTeam',
    summary: 'List everyone with a role in the admin area',
    description:
      'With another identity provider these are the people whose role came with a sign-in, and `decidedBy` is its host.',
    errors: [],
    output: z.object({
      decidedBy: z.string().nullable(),
      members: z.array(
        z.object({
          id: z.uuid(),
          email: z.string(),
          role: adminRole,
          /** `invited`: has not followed the link of the activation email yet. */
          state: z.enum(['active', 'invited']),
          isCaller: z.boolean(),
          /** The setting that grants the role, so that a change here does not last. */
          setBy: z.enum(['ADMIN_EMAIL', 'ADMIN_SUBJECTS']).nullable(),
          lastSignIn: z.iso.datetime().nullable(),
        }),
      ),
    }),
  }),
  'POST /api/v1/settings/team': row({
    who: 'administrator',
    operation: 'inviteToTeam',
    summary: 'Give a person a role in the admin area',
    description:
      'A person without an active account is sent the activation email. The role takes effect at the next request.',
    errors: ['MAIL_LIMIT', 'ROLES_ELSEWHERE', 'ROLE_ALREADY'],
    body: z.strictObject({ email: newEmail, role: adminRole, language: mailLanguage }),
    output: null,
    confirmed: true,
  }),
  'POST /api/v1/settings/team/{id}': row({
    who: 'administrator',
    operation: 'changeTeamRole',
    summary: 'Change the role of a person in the admin area',
    description: 'Administrators cannot change their own role, and at least one active administrator remains.',
    errors: ['LAST_ADMINISTRATOR', 'OWN_ROLE', 'ROLE_BY_SETTING', 'ROLES_ELSEWHERE'],
    path: byMember,
    body: z.strictObject({ role: adminRole }),
    output: null,
    confirmed: true,
  }),
  'POST /api/v1/settings/team/{id}/invitation': row({
    who: 'administrator',
    operation: 'resendTeamInvitation',
    summary: 'Send an invited person the activation email again',
    description: 'The earlier link stops working. Nothing is sent to a person whose account is active.',
    errors: ['MAIL_LIMIT', 'OWN_ROLE', 'ROLE_BY_SETTING', 'ROLES_ELSEWHERE'],
    path: byMember,
    body: z.strictObject({ language: mailLanguage }),
    output: null,
    confirmed: true,
  }),
  'DELETE /api/v1/settings/team/{id}': row({
    who: 'administrator',
    operation: 'revokeTeamRole',
    summary: 'Revoke the role of a person in the admin area',
    description:
      'Administrators cannot revoke their own role, and at least one active administrator remains. The account stays.',
    errors: ['LAST_ADMINISTRATOR', 'OWN_ROLE', 'ROLE_BY_SETTING', 'ROLES_ELSEWHERE'],
    path: byMember,
    output: null,
    confirmed: true,
  }),
} as const
