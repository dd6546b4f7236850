// The types of an OpenAPI document's parts.

/** An object of a document; its content is checked where it is used. */
export type DocumentNode = Readonly<Record<string, unknown>>;

export type OpenapiDocument = DocumentNode & {
  paths: Readonly<Record<string, DocumentNode>>;
  components: DocumentNode;
};

export function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
