import type { BrandField } from '../../../domain/catalogue/brand.ts'
import { brandValueFields } from '../../../domain/catalogue/brand-values.ts'
import { settingsWords as t } from '#words/admin/settings/settings.ts'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AdminSection } from '../admin-section.tsx'
import { Table } from '../lists/table.tsx'
import type { ShopSettings } from './settings-answer.ts'

/** The values that the form above can change. */
const changedAbove: ReadonlySet<string> = new Set(brandValueFields)

/** Of these values, the form changes only the imprint, and a change of the name leaves pictures out. */
const whyChanged = (field: BrandField) => (field === 'legalPages' ? t.brand.changedAbove : t.brand.leftOut)

/** Lists the other values of the brand file, each with its line. */
export function BrandFile({ settings: { brand, files } }: { settings: ShopSettings }) {
  const others = brand.filter(({ field }) => !changedAbove.has(field))
  return (
    <AdminSection heading={t.brand.heading}>
      {(headingId) => (
        <>
          <FileNote path={files.brand} />
          <Table label={headingId} className="table--wraps" columns={t.brand.columns}>
            {others.map(({ field, value, line, isChanged }) => (
              <tr key={field}>
                <th scope="row">{t.brand.fields[field]}</th>
                <td className="anywhere">
                  {value ?? <span className="soft">{line === null ? t.notStated : t.none}</span>}
                </td>
                <td>{isChanged ? whyChanged(field) : (line ?? t.none)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </AdminSection>
  )
}

/** Lists the documents that people accept, with their addresses. */
export function LegalDocuments({ settings: { documents, files } }: { settings: ShopSettings }) {
  const words = t.documents
  return (
    <AdminSection heading={words.heading}>
      {(headingId) => (
        <>
          <FileNote path={files.brand} />
          {documents.some(({ isSample }) => isSample) ? <p className="small">{words.samples}</p> : null}
          <Table label={headingId} className="table--wraps" columns={words.columns}>
            {documents.map(({ key, title, address, version, isSample, line }) => (
              <tr key={key}>
                <th scope="row">{words.kinds[key]}</th>
                <td>{title}</td>
                <td className="anywhere">
                  <Link href={address} target="_blank">
                    {address}
                  </Link>{' '}
                  {isSample ? <StatusBadge tone="amber" word={words.sample} /> : null}
                </td>
                <td>{version}</td>
                <td>{line ?? t.none}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </AdminSection>
  )
}

const FileNote = ({ path }: { path: string }) => <p className="soft small anywhere">{t.file(path)}</p>
