import { dayOrText, utcMinute } from '../../../i18n/calendar-words.ts'
import { locale } from '#words/locale.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AdminEmpty, AdminSection } from '../admin-section.tsx'
import { Moment } from '../moment.tsx'
import { Table } from '../lists/table.tsx'
import type { Screening } from './screening-answer.ts'

const t = screeningWords.lists
const many = (amount: number) => amount.toLocaleString(locale)

/** Lists the edition of each list that people are compared with. */
export function ScreeningLists({ lists }: Pick<Screening, 'lists'>) {
  return (
    <AdminSection heading={t.heading} count={lists.length}>
      {(headingId) =>
        lists.length === 0 ? (
          <AdminEmpty title={t.empty}>{t.emptyHint}</AdminEmpty>
        ) : (
          <Table
            label={headingId}
            className="table--wraps"
            columns={[t.name, t.date, t.files, t.entries, t.read, t.hash]}
          >
            {lists.map((list) => (
              <ListRow key={list.name} {...list} />
            ))}
          </Table>
        )
      }
    </AdminSection>
  )
}

function ListRow(list: Screening['lists'][number]) {
  const { name, date, files, entries, readAt, age, old, fetchedAt, hash, note, acceptedBy } = list
  return (
    <tr>
      <th scope="row" className="table__who">
        {name}
        {note === null ? null : (
          <p className="soft small" lang="en">
            {note}
          </p>
        )}
        {acceptedBy === null ? null : <p className="soft small">{t.acceptedBy(acceptedBy)}</p>}
      </th>
      <td className="table__short">
        {date ? dayOrText(date) : t.none}
        {age === null ? null : old ? (
          <div>
            <StatusBadge tone="amber" word={t.age(age)} />
          </div>
        ) : (
          <p className="soft small">{t.age(age)}</p>
        )}
        {fetchedAt === null ? null : <p className="soft small">{t.fetched(utcMinute(fetchedAt))}</p>}
      </td>
      <td className="table__short">
        {files.length > 0 ? files.map(({ file, rows }) => <div key={file}>{t.file(file, rows)}</div>) : t.none}
      </td>
      <td className="table__short">{entries === null ? t.none : many(entries)}</td>
      <td className="table__short">
        <Moment at={readAt} />
      </td>
      <td className="table__short">{hash === '' ? t.none : <code>{hash}</code>}</td>
    </tr>
  )
}
