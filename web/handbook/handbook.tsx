import { chapters } from 'virtual:handbook'
import { createElement, type ReactNode } from 'react'
import type { Piece } from '../../contract/handbook.ts'
import { helpWords as t } from '#words/admin/help.ts'

/** Shows the handbook for administrators: all chapters on one page, so that the browser's search finds everything. */
export function HandbookScreen() {
  return (
    <div className="page page--wide handbook">
      <nav className="handbook__contents" aria-labelledby="handbook-contents">
        <p className="strong" id="handbook-contents">
          {t.contents}
        </p>
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="handbook__text">
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft">{t.lead}</p>
        {chapters.map(({ id, title, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 className="heading-2" id={id} tabIndex={-1}>
              {title}
            </h2>
            <div>{body.map(draw)}</div>
          </section>
        ))}
      </div>
    </div>
  )
}

function draw(piece: Piece, key: number): ReactNode {
  if (typeof piece === 'string') return piece
  const [tag, attributes, ...inside] = piece
  return createElement(tag, { ...attributes, key }, ...inside.map(draw))
}
