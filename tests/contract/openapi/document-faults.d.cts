import { type OpenapiDocument } from '../../../services/api/src/openapi/document-node';

/** How a value differs from the schema at a pointer in the document; undefined when it does not. */
export declare function faultInDocument(
  document: OpenapiDocument,
  pointer: string,
  value: unknown,
): string | undefined;
