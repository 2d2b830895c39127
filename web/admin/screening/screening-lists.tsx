import { locale } from '#words/locale.ts'
import { screeningWords } from '#words/admin-screening.ts'
import { AdminEmpty, AdminPart, ScrollFrame } from '../admin-part.tsx'
import { Moment } from '../moment.tsx'
import { TableHead } from '../lists/table-head.tsx'
import type { Screening } from './screening-answer.ts'

const say = screeningWords.lists
const many = (amount: number) => amount.toLocaleString(locale)

/** Which edition of each list people are compared with. */
export function ScreeningLists({ lists }: Pick<Screening, 'lists'>) {
  return (
    <AdminPart heading={say.heading} count={lists.length}>
      {(headingId) =>
        lists.length === 0 ? (
          <AdminEmpty title={say.empty}>{say.emptyHint}</AdminEmpty>
        ) : (
          <ScrollFrame label={headingId}>
            <table className="table table--wraps" aria-labelledby={headingId}>
              <TableHead columns={[say.name, say.date, say.files, say.entries, say.read, say.hash]} />
              <tbody>
                {lists.map((list) => (
                  <ListRow key={list.name} {...list} />
                ))}
              </tbody>
            </table>
          </ScrollFrame>
        )
      }
    </AdminPart>
  )
}

function ListRow({ name, date, files, entries, readAt, hash, note, acceptedBy }: Screening['lists'][number]) {
  return (
    <tr>
      <th scope="row" className="table__long">
        {name}
        {note === null ? null : (
          <p className="soft small" lang="en">
            {note}
          </p>
        )}
        {acceptedBy === null ? null : <p className="soft small">{say.acceptedBy(acceptedBy)}</p>}
      </th>
      <td className="table__short">{date || say.none}</td>
      <td className="table__short">
        {files.length > 0 ? files.map(({ file, rows }) => <div key={file}>{say.file(file, rows)}</div>) : say.none}
      </td>
      <td className="table__short">{entries === null ? say.none : many(entries)}</td>
      <td className="table__short">
        <Moment at={readAt} />
      </td>
      <td className="table__who">{hash === '' ? say.none : <code className="anywhere">{hash}</code>}</td>
    </tr>
  )
}
