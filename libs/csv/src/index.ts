// CSV for spreadsheets, written line by line.

export { csvLineOf } from './csv-line';
