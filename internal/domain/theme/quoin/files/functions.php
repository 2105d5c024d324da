<?php
// What the theme has beside its theme.json: one sheet, and one script that stands in the
// head, so that the colours somebody chose are there before the page is.
add_action(
	'wp_enqueue_scripts',
	function () {
		wp_enqueue_style( 'quoin', get_theme_file_uri( 'assets/quoin.css' ) );
		wp_enqueue_script( 'quoin', get_theme_file_uri( 'assets/quoin.js' ), array(), '2', array( 'in_footer' => false ) );
	}
);
add_action( 'after_setup_theme', function () { add_editor_style( 'assets/quoin.css' ); } );
