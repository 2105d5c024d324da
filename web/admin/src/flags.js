// What the packages read when they load: the media modal that needs no scripts beside
// the packages.
window.__experimentalDataViewsMediaModal = true;
