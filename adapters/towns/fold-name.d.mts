export declare const foldName: (name: string) => string;
