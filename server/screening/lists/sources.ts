/** A list that can be downloaded: its files, and their publisher's addresses. */
export type Source = { list: string; files: readonly { file: string; address: string }[] }

const ofac = (name: string) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${name}`
const eu = 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw'

/** BIS's lists, the Denied Persons among them, are in the US Consolidated Screening List. */
export const publishers: readonly Source[] = [
  {
    list: 'US Consolidated Screening List',
    files: [
      {
        file: 'consolidated.csv',
        address: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
      },
    ],
  },
  {
    list: 'OFAC Specially Designated Nationals',
    files: [
      { file: 'sdn.csv', address: ofac('SDN.CSV') },
      { file: 'alt.csv', address: ofac('ALT.CSV') },
      { file: 'add.csv', address: ofac('ADD.CSV') },
    ],
  },
  {
    list: 'OFAC Consolidated Non-SDN List',
    files: [
      { file: 'cons_prim.csv', address: ofac('CONS_PRIM.CSV') },
      { file: 'cons_alt.csv', address: ofac('CONS_ALT.CSV') },
      { file: 'cons_add.csv', address: ofac('CONS_ADD.CSV') },
    ],
  },
  {
    list: 'UN Security Council Consolidated List',
    files: [{ file: 'un_consolidated.xml', address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml' }],
  },
  { list: 'EU Consolidated Financial Sanctions List', files: [{ file: 'eu.xml', address: eu }] },
  {
    list: 'UK Sanctions List',
    files: [{ file: 'uk.xml', address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml' }],
  },
]

/** Returns the same files at the operator's mirror, where each has the name that it has in the folder. */
export const sourcesOf = (mirror: string | null): readonly Source[] =>
  mirror === null
    ? publishers
    : publishers.map(({ list, files }) => ({
        list,
        files: files.map(({ file }) => ({ file, address: new URL(file, mirror.replace(/\/?$/, '/')).href })),
      }))
