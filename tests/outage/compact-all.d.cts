export declare function compactAll(compact: () => Promise<string>): Promise<void>;
