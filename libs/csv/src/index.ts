// CSV for spreadsheets, written line by line.

export { BYTE_ORDER_MARK, csvLineOf } from './csv-line';
