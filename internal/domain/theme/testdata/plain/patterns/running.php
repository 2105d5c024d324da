<?php
/**
 * Title: Running
 * Slug: plain/running
 */
?>
<p><?php echo 1 + 1; ?></p>
