// What the site under test is: the Go test that runs these sets it.
export const base = process.env.QUOIN_BASE;
export const root = base + "/wp-json/";
export const login = "admin";
export const password = process.env.QUOIN_PASSWORD;
export const secret = process.env.QUOIN_SECRET; // an application password
export const authorization = "Basic " + Buffer.from(login + ":" + secret).toString("base64");
