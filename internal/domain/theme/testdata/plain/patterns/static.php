<?php
/**
 * Title: Static
 * Slug: plain/static
 * Categories: text, featured
 * Block Types: core/query
 * Viewport Width: 900
 * Inserter: no
 */
// nothing to run
?>
<!-- wp:paragraph -->
<p>Static</p>
<!-- /wp:paragraph -->
