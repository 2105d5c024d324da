// What packages keep for each other, such as the editor of images.
import { __dangerousOptInToUnstableAPIsOnlyForCoreModules as optIn } from "@wordpress/private-apis";

export const { unlock } = optIn("I acknowledge private features are not for use in themes or plugins and doing so will break in the next version of WordPress.", "@wordpress/edit-post");
