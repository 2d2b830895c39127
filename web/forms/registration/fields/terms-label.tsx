import type { LegalDocument } from '../../../../domain/catalogue/brand.ts'
import { shopWords } from '#words/shop/shop.ts'

const t = shopWords.form.terms

/** Renders the documents to which a tick agrees, each a link that opens in another tab, so that no input is lost. */
export function TermsLabel({ documents }: { documents: readonly LegalDocument[] }) {
  return (
    <>
      {t.before}
      {documents.map((document, index) => (
        <span key={document.address}>
          {index > 0 ? t.between : null}
          <a href={document.address} target="_blank" rel="noreferrer">
            {document.title}
            <span className="visually-hidden"> ({shopWords.newTab})</span>
          </a>
        </span>
      ))}
      {t.after}
    </>
  )
}
