import { readList as readListOf, type ListFile, type ReadList } from 'name-screening/lists'
import { countryCodes } from '../../../domain/lists/countries.ts'

/**
 * Reads a list by its name, with the countries that the shop knows. Throws ListFault for files that cannot be accepted.
 */
export const readList = (name: string, files: readonly ListFile[]): ReadList => readListOf(name, files, countryCodes)
